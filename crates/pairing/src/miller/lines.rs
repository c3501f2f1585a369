//! The order in which the lines of a loop are used.

use super::Steps;

/// The last line, which waits until the next one has been computed, and space for that one.
pub(super) struct Lines<L> {
    lines: [L; 2],
    /// Where the waiting line is.
    place: usize,
    /// The index of the waiting line's point.
    waiting: Option<usize>,
    /// The number of points: the line of the last one ends a step.
    points: usize,
}

impl<L> Lines<L> {
    /// No line, with space for two.
    pub(super) fn new(lines: [L; 2], points: usize) -> Self {
        Self { lines, place: 0, waiting: None, points }
    }

    /// Computes the line of the point with this index, and then uses the one before.
    pub(super) fn push(&mut self, index: usize, compute: impl FnOnce(&mut L), steps: &mut impl Steps<L>) {
        compute(&mut self.lines[1 - self.place]);
        self.finish(steps);
        (self.place, self.waiting) = (1 - self.place, Some(index));
    }

    /// Uses the waiting line, if there is one.
    pub(super) fn finish(&mut self, steps: &mut impl Steps<L>) {
        if let Some(index) = self.waiting.take() {
            steps.line(index, &self.lines[self.place]);
            if index + 1 == self.points {
                steps.end();
            }
        }
    }

    /// All lines of a step have been pushed. Without points, this is its end.
    pub(super) fn end_step(&self, steps: &mut impl Steps<L>) {
        if self.points == 0 {
            steps.end();
        }
    }
}
