import { type ProviderAnswer, parseJson, readAt } from '../../http-template/answer.ts'
import { answerBytesMax, type HttpOptions } from '../../http-template/send.ts'
import { ProviderFailure } from '../../provider-kind.ts'
import { keepToken, readToken, throwNoResponse } from '../token.ts'
import type { MpesaSettings } from './settings.ts'

/** Two requests and their tokens take less than half a minute. */
const timeoutMs = 7_000

export type DarajaAnswer = ReturnType<typeof readAnswer>

export interface DarajaSecrets {
  readonly consumerKey: string
  readonly consumerSecret: string
}

/** Requests to Daraja with its access token. */
export function createDaraja(
  { baseUrl }: Pick<MpesaSettings, 'baseUrl'>,
  { consumerKey, consumerSecret }: DarajaSecrets,
  { send, clock }: HttpOptions,
) {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')

  const tokens = keepToken(clock, () =>
    readToken(
      send({
        method: 'GET',
        url: `${baseUrl}/oauth/v1/generate?grant_type=client_credentials`,
        headers: { authorization: `Basic ${basic}` },
        timeoutMs,
        answerBytesMax,
      }),
      {
        token: 'access_token',
        expiresIn: 'expires_in',
        defaultSeconds: 3_599,
        isAway: (status) => status >= 500 || status === 429,
      },
    ),
  )

  /** Throws a ProviderFailure without a response. A rejected token is renewed once. */
  return async function post(path: string, body: unknown): Promise<DarajaAnswer> {
    for (let time = 1; ; time += 1) {
      const token = await tokens.get()
      const answer = await send({
        method: 'POST',
        url: `${baseUrl}${path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeoutMs,
        answerBytesMax,
      }).catch(throwNoResponse)
      const read = readAnswer(answer)
      if (!isTokenRejected(read)) return read
      tokens.drop(token)
      if (time > 1) throw new ProviderFailure('unstarted', 'the access token was rejected')
    }
  }
}

/** `errorCode` is such as 500.001.1001, and null without an error. */
function readAnswer({ status, text, isCut }: ProviderAnswer) {
  const json = isCut ? null : parseJson(text)
  return { status, json, errorCode: readAt(json, 'errorCode'), errorMessage: readAt(json, 'errorMessage') }
}

/** Daraja reports an unknown or ended token with these codes, and with 401 or 404. */
const isTokenRejected = ({ status, errorCode }: DarajaAnswer) =>
  status === 401 || errorCode === '404.001.03' || errorCode === '400.003.01' || errorCode === '401.003.01'
