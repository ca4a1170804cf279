import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface Posted {
  /** Null when the receiver did not answer. */
  readonly status: number | null
  readonly text: string
}

export interface PostOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const timeoutMs = 10_000
const answerBytesMax = 65_536

/** One request to a callback URL. Never rejects: without an answer, the status is null. */
export function post(url: string, { method = 'POST', headers = {}, body = '' }: PostOptions): Promise<Posted> {
  return new Promise((resolve) => {
    const open = url.startsWith('https:') ? httpsRequest : httpRequest
    const noAnswer = (error: Error) => resolve({ status: null, text: error.message })
    const request = open(
      url,
      { method, agent: false, timeout: timeoutMs, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          if (text.length < answerBytesMax) text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? null, text }))
        response.on('error', noAnswer)
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer in time')))
    request.on('error', noAnswer)
    request.end(body)
  })
}
