/** What tests send, and who they are. Without the program, so that harnesses of processes start quickly. */
/** For every app of the tests: outside staging there must be one, and apps that share a database share it. */
export const secret = 'a secret of more than thirty-two characters'
export const apiKey = 'test-key'
export const apiSecret = 'test-secret'
export const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
export const authorization = basic(apiKey, apiSecret)

/** The body of an ordinary send, with what a test wants to change. */
export const sendBody = (change: Record<string, unknown> = {}) => ({
  source_addr: 'INFO',
  message: 'Hello',
  encoding: 0,
  recipients: [{ recipient_id: 1, dest_addr: '255712345678' }],
  ...change,
})
