const lengthMax = 200

/** Cleans a reason that a provider or an operator wrote, for tables, responses and screens. */
export function soundReason(reason: string | null): string {
  const text = (reason ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim()
  return text === '' ? 'no reason was given' : [...text].slice(0, lengthMax).join('')
}
