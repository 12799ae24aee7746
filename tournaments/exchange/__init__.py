"""Import and export: report files (TRF), CSV, iCalendar, a JSON document, and the change log with its hash chain."""
