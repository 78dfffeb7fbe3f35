#![doc = include_str!("../README.md")]
#![cfg_attr(
    test,
    expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::float_cmp,
        reason = "tests draw small numbers and compare exact ones"
    )
)]

pub mod birds;
pub mod data;
pub mod features;
pub mod models;
pub mod train;
