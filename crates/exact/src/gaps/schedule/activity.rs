//! Which variable to decide next: those in recent conflicts first.

/// A heap of variables by activity, the busiest on top.
#[derive(Default)]
pub(super) struct Activity {
    score: Vec<f64>,
    heap: Vec<u32>,
    /// Where a variable is in the heap.
    place: Vec<Option<u32>>,
    step: f64,
}

/// Scores are scaled down before they leave the range of numbers.
const LIMIT: f64 = 1e100;

impl Activity {
    /// One more variable.
    pub(super) fn grow(&mut self) {
        if self.score.is_empty() {
            self.step = 1.0;
        }
        self.score.push(0.0);
        self.place.push(None);
        self.insert(self.score.len() - 1);
    }

    /// Puts a variable back that is not there.
    pub(super) fn insert(&mut self, variable: usize) {
        if self.place[variable].is_none() {
            self.place[variable] = Some(index(self.heap.len()));
            self.heap.push(index(variable));
            self.rise(self.heap.len() - 1);
        }
    }

    /// The busiest variable, taken out.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()? as usize;
        let last = self.heap.pop().expect("not empty") as usize;
        self.place[top] = None;
        if last != top {
            self.heap[0] = index(last);
            self.place[last] = Some(0);
            self.sink(0);
        }
        Some(top)
    }

    /// A variable was in the conflict at hand.
    pub(super) fn bump(&mut self, variable: usize) {
        self.score[variable] += self.step;
        if self.score[variable] > LIMIT {
            for score in &mut self.score {
                *score /= LIMIT;
            }
            self.step /= LIMIT;
        }
        if let Some(place) = self.place[variable] {
            self.rise(place as usize);
        }
    }

    /// Later conflicts count more.
    pub(super) fn decay(&mut self, factor: f64) {
        self.step /= factor;
    }

    fn rise(&mut self, mut place: usize) {
        let moving = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if self.score[self.heap[above] as usize] >= self.score[moving as usize] {
                break;
            }
            self.put(place, self.heap[above]);
            place = above;
        }
        self.put(place, moving);
    }

    fn sink(&mut self, mut place: usize) {
        let moving = self.heap[place];
        loop {
            let left = 2 * place + 1;
            if left >= self.heap.len() {
                break;
            }
            let right = left + 1;
            let is_right =
                right < self.heap.len() && self.score[self.heap[right] as usize] > self.score[self.heap[left] as usize];
            let child = if is_right { right } else { left };
            if self.score[self.heap[child] as usize] <= self.score[moving as usize] {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, moving);
    }

    fn put(&mut self, place: usize, variable: u32) {
        self.heap[place] = variable;
        self.place[variable as usize] = Some(index(place));
    }
}

fn index(number: usize) -> u32 {
    u32::try_from(number).expect("far fewer variables than numbers")
}
