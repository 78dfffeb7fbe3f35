//! Products of features, so that a linear model can bend.

use super::Features;

/// The features, all products of two of them, and all products of three, a feature may appear more than once.
///
/// Six features give 6 + 21 + 56 = 83 terms. That is how Kucharski, Deihim and Ergezer (2019) come to 83: all
/// monomials of degree one to three, without the constant, which the model adds as its bias.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polynomial<F>(
    /// What is multiplied.
    pub F,
);

impl<P: ?Sized, F: Features<P>> Features<P> for Polynomial<F> {
    fn names(&self) -> Vec<String> {
        let single = self.0.names();
        let mut names = single.clone();
        for (a, first) in single.iter().enumerate() {
            names.extend(single[a..].iter().map(|second| format!("{first}*{second}")));
        }
        for (a, first) in single.iter().enumerate() {
            for (b, second) in single.iter().enumerate().skip(a) {
                names.extend(single[b..].iter().map(|third| format!("{first}*{second}*{third}")));
            }
        }
        names
    }

    fn measure(&self, state: &P, out: &mut Vec<f32>) {
        let begin = out.len();
        self.0.measure(state, out);
        let width = out.len() - begin;
        for a in 0..width {
            for b in a..width {
                out.push(out[begin + a] * out[begin + b]);
            }
        }
        for a in 0..width {
            for b in a..width {
                let product = out[begin + a] * out[begin + b];
                for c in b..width {
                    out.push(product * out[begin + c]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stands for a game: a position that is nothing but its features.
    struct Itself(usize);

    impl Features<Vec<f32>> for Itself {
        fn names(&self) -> Vec<String> {
            (0..self.0).map(|index| index.to_string()).collect()
        }

        fn measure(&self, state: &Vec<f32>, out: &mut Vec<f32>) {
            out.extend(state);
        }
    }

    #[test]
    fn six_features_give_the_papers_83_terms() {
        assert_eq!(Polynomial(Itself(6)).names().len(), 83);
    }

    #[test]
    fn every_term_is_the_product_that_its_name_says() {
        let state = vec![2.0, 3.0, 5.0, 7.0];
        let expansion = Polynomial(Itself(4));
        let mut terms = vec![-1.0];
        expansion.measure(&state, &mut terms);
        assert_eq!(terms.remove(0), -1.0, "what stood there before is kept");
        let names = expansion.names();
        assert_eq!(names.len(), terms.len());
        for (name, term) in names.iter().zip(&terms) {
            let product: f32 = name.split('*').map(|index| state[index.parse::<usize>().expect("a number")]).product();
            assert_eq!(*term, product, "{name}");
        }
        // Products of primes differ, so as many terms as there are multisets of one to three of four.
        terms.sort_by(f32::total_cmp);
        terms.dedup();
        assert_eq!(terms.len(), 4 + 10 + 20);
    }
}
