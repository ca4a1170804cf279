const stepsMax = 5

/** Round, evenly spaced marks from 0 to at least `most`, one or more apart. */
export function ticksUpTo(most: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / stepsMax)))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one * stepsMax >= most) ?? 10 * power
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, place) => place * step)
}
