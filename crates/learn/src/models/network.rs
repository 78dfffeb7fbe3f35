//! A small neural network: layers of rectified sums, fitted by gradient descent.

use kibitzer_core::SplitMix;

use crate::data::Dataset;
use crate::train::{Progress, Watch};

use super::scale::Scale;
use super::{Classifier, Learner, logistic};

/// Layers, the last of one sum: the log of the odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    scale: Scale,
    layers: Vec<Layer>,
}

/// Each output is a weighted sum of the inputs and a bias; all but the last layer cut negative sums to 0.
#[derive(Clone, Debug, PartialEq)]
struct Layer {
    inputs: usize,
    /// For each output its weights and then its bias.
    weights: Vec<f64>,
}

impl Layer {
    /// Weights by He's rule (2015), so that signals keep their size from layer to layer.
    #[expect(clippy::cast_precision_loss, reason = "layers are small, and 53 bits fit exactly")]
    fn new(inputs: usize, outputs: usize, luck: &mut SplitMix) -> Self {
        let reach = (6.0 / inputs as f64).sqrt();
        let mut draw = || (2.0 * (luck.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 - 1.0) * reach;
        let mut weights = Vec::with_capacity(outputs * (inputs + 1));
        for _ in 0..outputs {
            weights.extend((0..inputs).map(|_| draw()));
            weights.push(0.0);
        }
        Self { inputs, weights }
    }

    fn sums<'a>(&'a self, input: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.weights.chunks_exact(self.inputs + 1).map(move |output| {
            let (bias, weights) = output.split_last().expect("a bias");
            bias + weights.iter().zip(input).map(|(weight, x)| weight * x).sum::<f64>()
        })
    }
}

impl Network {
    /// The signals after each layer, the scaled row first; the last holds the log of the odds alone.
    fn signals(&self, row: &[f32]) -> Vec<Vec<f64>> {
        let mut signals = vec![self.scale.apply(row).collect::<Vec<f64>>()];
        for (index, layer) in self.layers.iter().enumerate() {
            let is_last = index + 1 == self.layers.len();
            let rectify = |sum: f64| if is_last { sum } else { sum.max(0.0) };
            let output = layer.sums(&signals[index]).map(rectify).collect();
            signals.push(output);
        }
        signals
    }

    /// Adds the slope of the loss of one row, whose derivative by the odds is `error`, for each layer.
    fn slope(&self, signals: &[Vec<f64>], error: f64, slopes: &mut [Vec<f64>]) {
        let mut errors = vec![error];
        for (index, layer) in self.layers.iter().enumerate().rev() {
            let input = &signals[index];
            let mut below = vec![0.0; layer.inputs];
            let outputs = layer.weights.chunks_exact(layer.inputs + 1);
            let sums = slopes[index].chunks_exact_mut(layer.inputs + 1);
            for ((weights, sums), &error) in outputs.zip(sums).zip(&errors) {
                if error == 0.0 {
                    continue;
                }
                for ((sum, x), (below, weight)) in sums.iter_mut().zip(input).zip(below.iter_mut().zip(weights)) {
                    *sum += error * x;
                    *below += error * weight;
                }
                sums[layer.inputs] += error;
            }
            // What was cut to 0 passes nothing on.
            below.iter_mut().zip(input).filter(|(_, x)| **x <= 0.0).for_each(|(below, _)| *below = 0.0);
            errors = below;
        }
    }
}

/// The log of the odds: the one signal after the last layer.
fn answer(signals: &[Vec<f64>]) -> f64 {
    signals.last().map_or(0.0, |last| last[0])
}

impl Classifier for Network {
    fn probability(&self, row: &[f32]) -> f64 {
        logistic(answer(&self.signals(row)))
    }
}

/// How a network is fitted: Adam (Kingma and Ba 2015) on small batches, with a step that shrinks to nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkTraining {
    /// The sizes of the layers between the row and the answer.
    pub hidden: Vec<usize>,
    /// How often each row is shown.
    pub epochs: u32,
    /// How many rows make a step.
    pub batch: usize,
    /// The length of the first steps.
    pub rate: f64,
    /// What large weights cost.
    pub ridge: f64,
    /// Where the luck comes from.
    pub seed: u64,
}

impl Default for NetworkTraining {
    fn default() -> Self {
        Self { hidden: vec![100], epochs: 40, batch: 128, rate: 0.003, ridge: 1e-4, seed: 0 }
    }
}

impl NetworkTraining {
    /// Fits a network. Equal rows should be merged: each row is shown once an epoch, with the weight of its examples.
    #[expect(clippy::cast_precision_loss, reason = "counts of rows are far below 2^52")]
    pub fn fit(&self, data: &Dataset, watch: &mut Watch<'_>) -> Network {
        let mut luck = SplitMix::new(self.seed);
        let sizes: Vec<usize> = [data.width()].into_iter().chain(self.hidden.iter().copied()).chain([1]).collect();
        let layers = sizes.windows(2).map(|pair| Layer::new(pair[0], pair[1], &mut luck)).collect();
        let mut network = Network { scale: Scale::of(data), layers };
        let (no, yes) = data.examples();
        let mean = (no + yes) as f64 / data.rows().max(1) as f64;
        let mut adam = Adam::new(&network);
        let mut order: Vec<usize> = (0..data.rows()).collect();
        for epoch in 0..self.epochs {
            luck.shuffle(&mut order);
            let rate = self.rate * (1.0 - f64::from(epoch) / f64::from(self.epochs));
            for batch in order.chunks(self.batch.max(1)) {
                let mut slopes: Vec<Vec<f64>> = network.layers.iter().map(|l| vec![0.0; l.weights.len()]).collect();
                for &index in batch {
                    let (signals, seen) = (network.signals(data.row(index)), data.seen(index));
                    let p = logistic(answer(&signals));
                    let error = (f64::from(seen.total()) * p - f64::from(seen.yes)) / (mean * batch.len() as f64);
                    network.slope(&signals, error, &mut slopes);
                }
                adam.step(&mut network, &slopes, rate, self.ridge);
            }
            watch(Progress { done: u64::from(epoch) + 1, total: u64::from(self.epochs) });
        }
        network
    }
}

impl Learner for NetworkTraining {
    fn learn(&self, data: &Dataset, watch: &mut Watch<'_>) -> Box<dyn Classifier> {
        Box::new(self.fit(&data.merged(), watch))
    }
}

/// Running means of slopes and of their squares, for each weight.
struct Adam {
    means: Vec<Vec<[f64; 2]>>,
    steps: i32,
}

impl Adam {
    fn new(network: &Network) -> Self {
        Self { means: network.layers.iter().map(|layer| vec![[0.0; 2]; layer.weights.len()]).collect(), steps: 0 }
    }

    fn step(&mut self, network: &mut Network, slopes: &[Vec<f64>], rate: f64, ridge: f64) {
        const KEEP: [f64; 2] = [0.9, 0.999];
        self.steps = self.steps.saturating_add(1);
        let fresh = KEEP.map(|keep| 1.0 - keep.powi(self.steps));
        for ((layer, means), slopes) in network.layers.iter_mut().zip(&mut self.means).zip(slopes) {
            for ((weight, means), slope) in layer.weights.iter_mut().zip(means).zip(slopes) {
                let slope = slope + ridge * *weight;
                means[0] = KEEP[0] * means[0] + (1.0 - KEEP[0]) * slope;
                means[1] = KEEP[1] * means[1] + (1.0 - KEEP[1]) * slope * slope;
                *weight -= rate * (means[0] / fresh[0]) / ((means[1] / fresh[1]).sqrt() + 1e-8);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkers() -> Dataset {
        let mut data = Dataset::new(2);
        for x in 0..10_u8 {
            for y in 0..10_u8 {
                data.push(&[f32::from(x), f32::from(y)], (x < 5) == (y < 5));
            }
        }
        data
    }

    #[test]
    fn a_network_learns_what_no_line_can_and_repeats_from_its_seed() {
        let data = checkers();
        let settings =
            NetworkTraining { hidden: vec![12, 6], epochs: 300, batch: 20, rate: 0.02, ..Default::default() };
        let network = settings.fit(&data, &mut |_| ());
        let right = data.iter().filter(|(row, seen)| (network.probability(row) > 0.5) == (seen.yes == 1)).count();
        assert!(right >= 96, "{right} of 100");
        assert_eq!(network, settings.fit(&data, &mut |_| ()));
    }

    /// The slow twin of the slope: change one weight a little and look at the loss.
    #[test]
    fn slopes_are_those_of_small_changes() {
        let data = checkers();
        let settings = NetworkTraining { hidden: vec![5, 4], epochs: 1, ..Default::default() };
        let network = settings.fit(&data, &mut |_| ());
        let row = [3.0, 8.0];
        let mut slopes: Vec<Vec<f64>> = network.layers.iter().map(|layer| vec![0.0; layer.weights.len()]).collect();
        network.slope(&network.signals(&row), network.probability(&row) - 1.0, &mut slopes);
        for (layer, slopes) in slopes.iter().enumerate() {
            for (weight, slope) in slopes.iter().enumerate() {
                let loss = |change: f64| {
                    let mut moved = network.clone();
                    moved.layers[layer].weights[weight] += change;
                    -moved.probability(&row).ln()
                };
                let measured = (loss(1e-6) - loss(-1e-6)) / 2e-6;
                assert!((measured - slope).abs() < 1e-5, "layer {layer}, weight {weight}: {measured} {slope}");
            }
        }
    }
}
