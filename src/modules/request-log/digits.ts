/** Clients write numbers with or without a country code, and with spaces: the last digits are the same in all forms. */
const length = 7

/** Also the escaped ones in JSON. */
const separators = /\\[tnrf]|[\s()+.\u2010-\u2015-]/g

/** The end of a phone number, which `digitsOf` has for every request that contains the number. */
export const endOf = (phone: string) => Number(phone.slice(-length))

type Texts = Readonly<
  Record<'requestId' | 'path' | 'query' | 'message' | 'hint' | 'idempotencyKey' | 'body' | 'answer', string | null>
>

/** Every seven digits in a row, without separators, so that a number is found wherever it begins. */
export function digitsOf({ requestId, path, query, message, hint, idempotencyKey, body, answer }: Texts): number[] {
  const values = [...new URLSearchParams(query ?? '').values()]
  const text = [requestId, path, ...values, message, hint, idempotencyKey, body, answer].join('|')
  const found = new Set<number>()
  for (const [run] of text.replace(separators, '').matchAll(/\d{7,}/g))
    for (let at = 0; at + length <= run.length; at += 1) found.add(Number(run.slice(at, at + length)))
  return [...found]
}
