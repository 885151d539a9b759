"""Numbers that are the same everywhere: the minimal standard of S. K. Park and K. W. Miller (1988)."""


class Random:
    def __init__(self, seed):
        self.state = (seed * 7919 + 12345) % 2147483647
        for _ in range(10):
            self.below(2)

    def below(self, n):
        self.state = self.state * 48271 % 2147483647
        return self.state * n // 2147483647

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items
