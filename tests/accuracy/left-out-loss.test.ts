import { describe, expect, it } from 'vitest';
import { leftOutLoss } from './left-out-loss.ts';

/** Words with the same confidence, some of which are correct. */
const clip = (confidence: number, right: number, wrong: number) =>
  [...Array(right).fill(true), ...Array(wrong).fill(false)].map((one: boolean) => ({
    confidence,
    right: one,
  }));

describe('the loss on left-out clips', () => {
  it('is lower with a calibration if a recogniser is always overconfident', () => {
    const boasting = [clip(0.95, 3, 3), clip(0.95, 4, 4), clip(0.95, 5, 5)];
    const { fitted, asTheyAre } = leftOutLoss(boasting);
    expect(fitted).toBeLessThan(asTheyAre);
    expect(fitted).toBeCloseTo(Math.log(2), 1);
  });

  it('is higher if what was fitted on some clips is wrong for the others', () => {
    const unlike = [clip(0.9, 18, 2), clip(0.9, 18, 2), clip(0.9, 2, 18)];
    expect(leftOutLoss(unlike).fitted).toBeGreaterThan(leftOutLoss(unlike).asTheyAre);
  });
});
