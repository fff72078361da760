//! A bucket priority queue for integer scores: one stack per score, constant-time operations.

/// Range of scores below the first that are distinguished; lower ones are clamped. Sums of counts with 64 steps a unit can fall that far.
const BELOW: i32 = 1 << 17;
/// Range of scores above the first that are distinguished; higher ones are clamped.
const ABOVE: i32 = 1 << 16;
/// Stacks that exist from the start below and above the first score, and by how many their number grows: multiples of 64.
const FIRST_BELOW: i32 = 5 << 9;
const FIRST_ABOVE: i32 = 1 << 9;
const STEP: i32 = 1 << 10;

/// Items by score, the lowest first; ties go to the newest.
///
/// A popped item keeps its memory until the queue is dropped: about one item in a dozen is popped.
#[derive(Debug)]
pub(super) struct Buckets<T> {
    /// The first score.
    first: i32,
    /// The score of the lowest stack, once there is one.
    lowest: i32,
    /// The number of the newest item of every stack, from 1, or 0 if it is empty; grows on demand.
    heads: Vec<u32>,
    /// A bit per non-empty stack.
    filled: Vec<u64>,
    /// The words of `filled` below this one are empty.
    first_word: usize,
    items: Vec<Item<T>>,
}

#[derive(Clone, Copy, Debug)]
struct Item<T> {
    value: T,
    /// The number of the next older item of the stack.
    next: u32,
}

impl<T: Copy> Buckets<T> {
    /// An empty queue for scores around the first one pushed.
    pub(super) fn new() -> Self {
        Self {
            first: 0,
            lowest: 0,
            heads: Vec::new(),
            filled: Vec::new(),
            first_word: 0,
            items: Vec::new(),
        }
    }

    /// Number of items that fit before [`make_room`](Self::make_room) must be called.
    pub(super) fn room(&self) -> usize {
        self.items.capacity() - self.items.len()
    }

    /// Number of items pushed so far.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn capacity(&self) -> usize {
        self.items.capacity()
    }

    pub(super) const ITEM_BYTES: usize = size_of::<Item<T>>();

    /// Maximum bytes of the stacks, excluding their items.
    pub(super) const STACK_BYTES: usize =
        (BELOW + ABOVE + 2 * STEP) as usize * size_of::<u32>() * 33 / 32;

    /// Reserves capacity for `items` in total.
    pub(super) fn make_room(&mut self, items: usize) {
        self.items.reserve_exact(items.saturating_sub(self.items.len()));
    }

    #[inline]
    pub(super) fn push(&mut self, score: i32, value: T) {
        // Scores without a stack, on either side, come out above all stacks.
        #[allow(clippy::cast_sign_loss)]
        let number = (i64::from(score) - i64::from(self.lowest)) as u64;
        let stack = match usize::try_from(number) {
            Ok(stack) if stack < self.heads.len() => stack,
            _ => self.widen(score),
        };
        // The caller ensures fewer than 2^32 items.
        #[allow(clippy::cast_possible_truncation)]
        let number = self.items.len() as u32 + 1;
        let next = std::mem::replace(&mut self.heads[stack], number);
        self.items.push(Item { value, next });
        if next == 0 {
            self.filled[stack / 64] |= 1 << (stack % 64);
            self.first_word = self.first_word.min(stack / 64);
        }
    }

    /// The next item and its score; `None` for a score that was clamped.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(Option<i32>, T)> {
        while *self.filled.get(self.first_word)? == 0 {
            self.first_word += 1;
        }
        let bit = self.filled[self.first_word].trailing_zeros();
        let stack = self.first_word * 64 + bit as usize;
        let Item { value, next } = self.items[self.heads[stack] as usize - 1];
        self.heads[stack] = next;
        if next == 0 {
            self.filled[self.first_word] &= !(1 << bit);
        }
        Some((self.score(stack), value))
    }

    /// The score of a stack; `None` for those of all scores beyond.
    #[inline]
    fn score(&self, stack: usize) -> Option<i32> {
        // At most BELOW + ABOVE.
        let score = self.lowest.saturating_add(i32::try_from(stack).ok()?);
        let (least, most) = self.range();
        if least < score && score < most { Some(score) } else { None }
    }

    /// The scores of the outermost stacks that may exist, which clamped scores share.
    fn range(&self) -> (i32, i32) {
        (self.first.saturating_sub(BELOW), self.first.saturating_add(ABOVE))
    }

    /// The number of the stack of a score, after creating those that are missing.
    #[cold]
    fn widen(&mut self, score: i32) -> usize {
        let is_new = self.heads.is_empty();
        if is_new {
            self.first = score;
            self.lowest = score.saturating_sub(FIRST_BELOW);
        }
        let (least, most) = self.range();
        let score = score.clamp(least, most);
        // The number of the stacks is a multiple of 64.
        let missing = |stacks: i64, step: i32| {
            let step = i64::from(step);
            usize::try_from((stacks.max(0) + step - 1) / step * step).unwrap_or(0)
        };
        let stack = i64::from(score) - i64::from(self.lowest);
        let below = missing(-stack, STEP);
        let existing = i64::try_from(self.heads.len()).unwrap_or(i64::MAX);
        let above = if is_new {
            missing(1, FIRST_BELOW + FIRST_ABOVE)
        } else {
            missing(stack + 1 - existing, STEP)
        };
        if below + above != 0 {
            let old = std::mem::take(&mut self.heads);
            let stacks = below + old.len() + above;
            // Fresh memory is zeroed, which is cheaper than writing zeros.
            self.heads = vec![0; stacks];
            self.heads[below..below + old.len()].copy_from_slice(&old);
            let filled = std::mem::replace(&mut self.filled, vec![0; stacks / 64]);
            self.filled[below / 64..below / 64 + filled.len()].copy_from_slice(&filled);
            self.first_word += below / 64;
            self.lowest = self.lowest.saturating_sub(i32::try_from(below).unwrap_or(i32::MAX));
        }
        usize::try_from(i64::from(score) - i64::from(self.lowest)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_far_below_the_first_stay_apart() {
        let mut queue = Buckets::new();
        for score in [0, -64 * 2000, -64 * 1999, -64, -64 * 65] {
            queue.push(score, score);
        }
        let order: Vec<i32> = std::iter::from_fn(|| queue.pop()).map(|(_, item)| item).collect();
        assert_eq!(order, [-64 * 2000, -64 * 1999, -64 * 65, -64, 0]);
    }

    #[test]
    fn items_pop_by_score_then_newest() {
        let mut queue = Buckets::new();
        for (index, score) in
            [105, 90, 105, 100, 90, -200_000, 1_000_000, i32::MAX, i32::MIN].into_iter().enumerate()
        {
            queue.push(score, index);
        }
        let order: Vec<(Option<i32>, usize)> = std::iter::from_fn(|| queue.pop()).collect();
        let scores: [Option<i32>; 9] =
            order.iter().map(|item| item.0).collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(
            order.iter().map(|item| item.1).collect::<Vec<_>>(),
            [8, 5, 4, 1, 3, 2, 0, 7, 6]
        );
        let known = [None, None, Some(90), Some(90), Some(100), Some(105), Some(105), None, None];
        assert_eq!(scores, known);
    }
}
