const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] })
const number = (description: string, example: number) => ({ type: 'integer', description, examples: [example] })

const requestId = {
  'X-Request-Id': text(
    "the request's own id, or the one that it brought; also in the operator's log",
    '0b2c2f2e-1d5b-4c6f-9d0b-6a1f3a1e2b4c',
  ),
}
const hint = {
  'Ngoma-Hint': text(
    'for people: what to do about it. It may change; programs go by the code',
    'send the body as Content-Type: application/json',
  ),
}
const wait = { 'Retry-After': number('after how many seconds to come back', 2) }
/** With every answer to an account that has a limit on its requests. */
const rate = {
  'RateLimit-Limit': number('how many are allowed', 100),
  'RateLimit-Remaining': number('how many of them are left', 0),
  'RateLimit-Reset': number('in how many seconds there are more', 1),
}
const replayed = {
  'Idempotent-Replayed': text(
    'true when this answer was given before, to an earlier request with the same Idempotency-Key',
    'true',
  ),
}
const location = {
  Location: text("the page's address", 'https://pay.example.com/checkout/0f9d2c6b7a1e4d5f8c3b2a1908f7e6d5'),
}

/** The headers of an answer that mean something to a client. */
export function headersOf(
  status: number,
  { isOnce = false, isHinted = false }: { readonly isOnce?: boolean; readonly isHinted?: boolean } = {},
) {
  return {
    ...requestId,
    ...rate,
    ...(status >= 400 || isHinted ? hint : {}),
    ...(status === 429 || status === 503 ? wait : {}),
    ...(status === 200 && isOnce ? replayed : {}),
    ...(status === 302 ? location : {}),
  }
}
