"""The guided games of Elekt. Each is a file: a position, how the tutor plays along, and what the coach says."""

from __future__ import annotations

from functools import cache

from ....lesson import Lesson
from .course import Course, load_course

COURSES = ("first_game",)


@cache
def lessons() -> tuple[Lesson, ...]:
    """The lessons in the recommended order."""
    return tuple(Course(load_course(name)) for name in COURSES)
