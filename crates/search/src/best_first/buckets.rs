//! A priority queue for integer scores: a stack a score, constant time whatever its length.

/// How far below the first score the queue tells scores apart; what is lower counts as that low.
const BELOW: i32 = 1 << 12;
/// How far above the first score the queue tells scores apart; what is higher counts as that high.
const ABOVE: i32 = 1 << 16;
/// Items by score, the lowest first, the newest of equals first.
///
/// What was popped keeps its place until the queue goes: of a dozen items that come, one leaves.
#[derive(Debug)]
pub(super) struct Buckets<T> {
    /// The score of the first stack, once there is one.
    lowest: i32,
    /// The number of the newest item of every stack, from 1, or 0 for none; grows with the scores that come.
    heads: Vec<u32>,
    /// A bit for every stack that is not empty.
    filled: Vec<u64>,
    /// Nothing is in a word of `filled` below this one.
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
    /// An empty queue for scores around the first that comes.
    pub(super) fn new() -> Self {
        Self { lowest: 0, heads: Vec::new(), filled: Vec::new(), first_word: 0, items: Vec::new() }
    }

    /// Items that fit before [`make_room`](Self::make_room) must be called.
    pub(super) fn room(&self) -> usize {
        self.items.capacity() - self.items.len()
    }

    /// Items there is memory for.
    pub(super) fn capacity(&self) -> usize {
        self.items.capacity()
    }

    /// Bytes an item.
    pub(super) const ITEM_BYTES: usize = size_of::<Item<T>>();

    /// The most bytes that the stacks take, besides their items.
    pub(super) const STACK_BYTES: usize = (BELOW + ABOVE) as usize * size_of::<u32>() * 33 / 32;

    /// Makes room for so many items in all.
    pub(super) fn make_room(&mut self, items: usize) {
        self.items.reserve_exact(items.saturating_sub(self.items.len()));
    }

    #[inline]
    pub(super) fn push(&mut self, score: i32, value: T) {
        let mut stack = self.stack(score);
        if self.heads.len() <= stack {
            stack = self.widen(score);
        }
        // Items are counted before they come: there are never more than slots of 32 bits.
        #[allow(clippy::cast_possible_truncation)]
        let number = self.items.len() as u32 + 1;
        let next = std::mem::replace(&mut self.heads[stack], number);
        self.items.push(Item { value, next });
        self.filled[stack / 64] |= 1 << (stack % 64);
        self.first_word = self.first_word.min(stack / 64);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
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
        Some(value)
    }

    /// The stack of a score.
    #[inline]
    fn stack(&self, score: i32) -> usize {
        // From 0 to BELOW + ABOVE.
        #[allow(clippy::cast_sign_loss)]
        let stack = score.saturating_sub(self.lowest).clamp(0, BELOW + ABOVE) as usize;
        stack
    }

    /// Makes stacks up to that of a score, which it returns.
    #[cold]
    fn widen(&mut self, score: i32) -> usize {
        if self.heads.is_empty() {
            self.lowest = score.saturating_sub(BELOW);
        }
        let stack = self.stack(score);
        let stacks = (stack + 1).next_multiple_of(1 << 10);
        // Fresh memory comes zeroed, which is cheaper than to write so many zeros.
        let mut heads = vec![0; stacks];
        heads[..self.heads.len()].copy_from_slice(&self.heads);
        self.heads = heads;
        self.filled.resize(stacks / 64, 0);
        stack
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_by_score_and_the_newest_of_equals_first() {
        let mut queue = Buckets::new();
        for (index, score) in
            [105, 90, 105, 100, 90, -100_000, 1_000_000, i32::MAX, i32::MIN].into_iter().enumerate()
        {
            queue.push(score, index);
        }
        let order: Vec<usize> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [8, 5, 4, 1, 3, 2, 0, 7, 6]);
    }
}
