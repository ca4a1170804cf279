/** A reason is stored with messages and is a metric label, so it is short and uses few characters. */
const reasonMax = 40

/** Converts a provider's text to a reason, such as `absent_subscriber` for AbsentSubscriber or "Absent subscriber." */
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
  // A bare number needs a prefix to be meaningful.
  return (/^[a-z]/.test(words) ? words : `code_${words}`).slice(0, reasonMax).replace(/_+$/, '')
}
