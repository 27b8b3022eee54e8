import { describe, expect, it } from 'vitest';
import { subtitlesConfig } from '../../src/addons/subtitles/schema.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import { checkCues, type ReadCue, readSrt, readVtt } from './cue-rules.ts';

const config = subtitlesConfig.parse({});
const said = spokenUtterance('Good morning Emma, how are you?');

const cue = (startMs: number, endMs: number, ...rows: string[]): ReadCue => ({
  startMs,
  endMs,
  rows,
  voice: '',
});
const rulesBroken = (...cues: ReadCue[]) => checkCues(cues, [said], config).broken.map(({ rule }) => rule);

describe('checkCues', () => {
  it('finds nothing if every rule is followed', () => {
    expect(checkCues([cue(0, 2000, 'Good morning Emma,', 'how are you?')], [said], config)).toEqual({
      cues: 1,
      obeying: 1,
      excused: 0,
      broken: [],
      textFault: null,
    });
  });

  it.each([
    ['columns', [cue(0, 3000, 'Good morning Emma, how are you? And so on and on')]],
    ['rows', [cue(0, 2000, 'Good morning', 'Emma,', 'how are you?')]],
    ['rows', [cue(0, 2000, 'Good morning Emma, how are you?', ' ')]],
    ['minimum duration', [cue(0, 800, 'Hi.')]],
    ['maximum duration', [cue(0, 7001, 'Good morning Emma, how are you?')]],
    ['reading speed', [cue(0, 1000, 'Good morning Emma, how are you?')]],
    ['in time', [cue(1500, 3500, 'Good morning Emma, how are you?')]],
    ['order and gap', [cue(0, 1000, 'Good'), cue(1079, 2500, 'morning Emma')]],
  ])('finds an error: %s', (rule, cues) => {
    expect(rulesBroken(...cues)).toContain(rule);
  });

  it('finds words that are lost, repeated or out of order', () => {
    const fault = (...rows: string[]) => checkCues([cue(0, 2000, ...rows)], [said], config).textFault;
    expect(fault('Good morning Emma, how are')).toContain('differs');
    expect(fault('Good morning morning Emma,', 'how are you?')).toContain('differs');
    expect(fault('morning Good Emma,', 'how are you?')).toContain('differs');
  });

  it('excuses a hasty cue only if the next one follows at once', () => {
    const hasty = [cue(0, 400, 'Good morning Emma,'), cue(480, 2000, 'how are you?')];
    expect(checkCues(hasty, [said], config)).toMatchObject({ excused: 1, obeying: 2 });
    const idle = [cue(0, 400, 'Good morning Emma,'), cue(900, 2000, 'how are you?')];
    expect(checkCues(idle, [said], config)).toMatchObject({ excused: 0, obeying: 1 });
  });
});

describe('the readers', () => {
  it('refuse what is not well-formed', async () => {
    await expect(readVtt('00:00:00.000 --> 00:00:01.000\nNo header\n')).rejects.toThrow();
    await expect(readVtt('WEBVTT\n\n00:00:02.000 --> 00:00:01.000\nBackwards\n')).rejects.toThrow();
    await expect(readSrt('1\n00:00:02,000 --> 00:00:01,000\nBackwards\n')).rejects.toThrow();
  });
});
