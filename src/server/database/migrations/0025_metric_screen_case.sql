-- Paths match regardless of case, so page views of one screen are counted together.
update metric set screen = lower(screen) where screen <> lower(screen);
