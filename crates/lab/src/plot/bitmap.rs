//! Drawings as PNG.

use std::error::Error;

use plotters::prelude::*;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

use super::{Drawing, UNIT, WIDTH, paint, pixels};

/// So many pixels drawn, to a side, become one: edges turn out smooth, and the picture twice as wide as the SVG.
const FINE: usize = UNIT as usize / 2;

const CHANNELS: usize = 3;

/// The bytes of the file.
pub(super) fn png(drawing: &impl Drawing, height: i32) -> Result<Vec<u8>, Box<dyn Error>> {
    let size = (pixels(WIDTH), pixels(height));
    let (wide, high) = (size.0 as usize, size.1 as usize);
    let mut drawn = vec![0; wide * high * CHANNELS];
    paint(drawing, Lowered(BitMapBackend::with_buffer(&mut drawn, size)))?;
    let smooth = shrunk(&drawn, wide);
    let mut bytes = Vec::new();
    let (width, height) = (u32::try_from(wide / FINE)?, u32::try_from(high / FINE)?);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&smooth)?;
    Ok(bytes)
}

/// The mean of each square of pixels.
fn shrunk(drawn: &[u8], wide: usize) -> Vec<u8> {
    let mut smooth = Vec::with_capacity(drawn.len() / (FINE * FINE));
    for band in drawn.chunks_exact(wide * CHANNELS * FINE) {
        for left in (0..wide).step_by(FINE) {
            for channel in 0..CHANNELS {
                let square = (0..FINE * FINE).map(|index| {
                    let (row, column) = (index / FINE, left + index % FINE);
                    usize::from(band[(row * wide + column) * CHANNELS + channel])
                });
                let mean = square.sum::<usize>() / (FINE * FINE);
                smooth.push(u8::try_from(mean).expect("a mean of bytes is one"));
            }
        }
    }
    smooth
}

/// A ground on which text stands where SVG puts it. Plotters draws the letters of a font of our own with their base
/// line half a size below the top, where SVG has it at 0.76 of a font that is 1.24 times smaller.
struct Lowered<B>(B);

const LOWERED_BY: f64 = 0.76 / 1.24 - 0.5;

type Done<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

impl<B: DrawingBackend> DrawingBackend for Lowered<B> {
    type ErrorType = B::ErrorType;

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Done<B> {
        #[expect(clippy::cast_possible_truncation, reason = "a few pixels")]
        let down = (style.size() * LOWERED_BY).round() as i32;
        let (right, down) = style.transform().transform(0, down);
        self.0.draw_text(text, style, (x + right, y + down))
    }

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Done<B> {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Done<B> {
        self.0.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, colour: BackendColor) -> Done<B> {
        self.0.draw_pixel(point, colour)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done<B> {
        self.0.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Done<B> {
        self.0.draw_rect(from, to, style, fill)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_becomes_its_mean() {
        // Two rows of four pixels: black and white stripes, then grey.
        let row = [[0; 3], [255; 3], [10, 20, 30], [30, 40, 50]].concat();
        assert_eq!(shrunk(&[row.clone(), row].concat(), 4), [127, 127, 127, 20, 30, 40]);
    }
}
