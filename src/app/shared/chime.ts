const NOTES_HZ = [880, 1175];
const NOTE_S = 0.18;

let context: AudioContext | undefined;

/**
 * Enables sound on the page. Must be called in a handler of a click or a key, because browsers permit sound only after
 * an action of the user.
 */
export const unlockSound = (): void => {
  context ??= new AudioContext();
  void context.resume();
};

/** Plays two short notes, if sound is enabled on the page. */
export const playChime = (): void => {
  if (context?.state !== "running") return;
  for (const [index, frequency] of NOTES_HZ.entries()) {
    const start = context.currentTime + index * NOTE_S;
    const note = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0.3 });
    volume.gain.setTargetAtTime(0, start + NOTE_S / 2, 0.05);
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(start + NOTE_S * 2);
  }
};
