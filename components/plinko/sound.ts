import type { Hit } from "./flight";

/** Sounds are synthesized: nothing to download. */
export type Sound = ReturnType<typeof createSound>;

export function createSound() {
  const context = new AudioContext();
  const master = context.createGain();
  master.gain.value = 0.22;
  master.connect(context.destination);
  let fall: GainNode | null = null;

  return {
    /** Schedules every hit in advance: the audio clock is more precise than timers. */
    playFall(hits: readonly Hit[]) {
      void context.resume();
      fall = context.createGain();
      fall.connect(master);
      for (const { at, row } of hits) ping(fall, context.currentTime + at / 1000, SCALE[row] ?? 880, 0.5, 0.11);
    },
    stopFall() {
      fall?.gain.setTargetAtTime(0, context.currentTime, 0.01);
      fall = null;
    },
    playEnd(won: boolean) {
      void context.resume();
      const now = context.currentTime;
      if (won) WIN.forEach((pitch, note) => ping(master, now + note * 0.085, pitch, 0.8, 0.45));
      else ping(master, now, 196, 0.5, 0.3);
    },
    close: () => void context.close(),
  };

  function ping(into: AudioNode, at: number, pitch: number, loudness: number, seconds: number) {
    const tone = context.createOscillator();
    const shape = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    shape.gain.setValueAtTime(0, at);
    shape.gain.linearRampToValueAtTime(loudness, at + 0.004);
    shape.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(shape).connect(into);
    tone.start(at);
    tone.stop(at + seconds);
  }
}

/** A descending pentatonic scale, a note per row. */
const SCALE = [1318.5, 1174.7, 1046.5, 880, 784, 659.3, 587.3, 523.3];
const WIN = [523.3, 659.3, 784, 1046.5];
