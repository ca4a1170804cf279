/** A reason is kept on messages and is a label of a metric, so it is short, and of few signs. */
const reasonMax = 40

/** A provider's own word as one of ours, such as `absent_subscriber` for AbsentSubscriber or "Absent subscriber." */
export function reasonOf(said: string | null, otherwise: string): string {
  const words = (said ?? '')
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  if (words === '') return otherwise
  // A number alone says nothing without what it is.
  return (/^[a-z]/.test(words) ? words : `code_${words}`).slice(0, reasonMax).replace(/_+$/, '')
}
