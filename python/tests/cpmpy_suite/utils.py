"""The helpers that CPMpy's tests import."""

import functools

import pytest


def skip_on_missing_pblib(skip_on_exception_only=False):
    """Tests that a library of PySAT's is missing for are left out."""

    def around(test):
        if isinstance(test, type):
            for name, method in vars(test).items():
                if name.startswith("test"):
                    setattr(test, name, around(method))
            return test

        @functools.wraps(test)
        def run(*args, **kwargs):
            try:
                return test(*args, **kwargs)
            except ImportError as error:
                if "PBLib" in str(error):
                    pytest.skip(str(error))
                raise

        return run

    return around


def inclusive_range(low, high):
    return range(low, high + 1)


def lambda_assert(holds):
    """A callback that asserts something of each solution."""

    def check():
        assert holds()

    return check
