import { Refusal } from '../../values/refusal.ts'

/** Each upload holds a connection and up to a megabyte of rows. */
const uploadsMax = 16
/** Keeps one account from using all uploads. */
const uploadsPerAccountMax = 2

const tooManyUploads = () =>
  new Refusal(429, 429, 'Too Many Uploads At Once', {
    headers: { 'Retry-After': '10' },
    hint: 'wait until another upload is finished',
  })

/** Limits the uploads that run at the same time. The account is null for uploads of operators. */
export function createUploadLimit() {
  const running: (number | null)[] = []
  return async function limited<T>(accountId: number | null, upload: () => Promise<T>): Promise<T> {
    if (running.length >= uploadsMax || running.filter((one) => one === accountId).length >= uploadsPerAccountMax)
      throw tooManyUploads()
    running.push(accountId)
    try {
      return await upload()
    } finally {
      running.splice(running.indexOf(accountId), 1)
    }
  }
}
