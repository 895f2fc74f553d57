"""The drawing code that all pages share: names, times, sentences and the map."""
