import type { Clock } from '../../../values/time.ts'
import { isSuccess, type ProviderAnswer, parseJson, readAt } from '../../http-template/answer.ts'
import { answerBytesMax, failureOf, type Send } from '../../http-template/send.ts'
import { ProviderFailure } from '../../provider-kind.ts'
import { keepToken } from '../token.ts'
import type { MpesaSettings } from './settings.ts'

/** Two requests and their tokens take less than half a minute. */
const timeoutMs = 7_000
const defaultTokenSeconds = 3_599

export interface DarajaAnswer {
  readonly status: number
  readonly json: unknown
  /** The code of an error response, such as 500.001.1001; null in other responses. */
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

export interface DarajaSecrets {
  readonly consumerKey: string
  readonly consumerSecret: string
}

/** Requests to Daraja with its access token. */
export function createDaraja(
  { baseUrl }: Pick<MpesaSettings, 'baseUrl'>,
  { consumerKey, consumerSecret }: DarajaSecrets,
  { send, clock }: { readonly send: Send; readonly clock: Clock },
) {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')

  const tokens = keepToken(clock, async () => {
    const answer = await send({
      method: 'GET',
      url: `${baseUrl}/oauth/v1/generate?grant_type=client_credentials`,
      headers: { authorization: `Basic ${basic}` },
      timeoutMs,
      answerBytesMax,
    }).catch((error: unknown) => {
      throw new ProviderFailure('unstarted', `no access token: ${failureOf(error).why}`, { away: true })
    })
    const { json } = readAnswer(answer)
    const token = readAt(json, 'access_token')
    if (!isSuccess(answer.status) || token === null || !/^[\x21-\x7e]{1,4096}$/.test(token)) {
      const what = `no access token: status ${answer.status}`
      throw new ProviderFailure('unstarted', what, { away: answer.status >= 500 || answer.status === 429 })
    }
    const seconds = Number(readAt(json, 'expires_in') ?? Number.NaN)
    return { token, seconds: seconds > 0 ? seconds : defaultTokenSeconds }
  })

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
      }).catch((error: unknown) => {
        const { stage, why } = failureOf(error)
        throw new ProviderFailure(stage === 'connecting' ? 'unstarted' : 'unclear', `no response: ${why}`, {
          away: true,
        })
      })
      const read = readAnswer(answer)
      if (!isTokenRejected(read)) return read
      tokens.drop(token)
      if (time > 1) throw new ProviderFailure('unstarted', 'the access token was rejected')
    }
  }
}

function readAnswer({ status, text, isCut }: ProviderAnswer): DarajaAnswer {
  const json = isCut ? null : parseJson(text)
  return { status, json, errorCode: readAt(json, 'errorCode'), errorMessage: readAt(json, 'errorMessage') }
}

/** Daraja reports an unknown or ended token with these codes, and with 401 or 404. */
const isTokenRejected = ({ status, errorCode }: DarajaAnswer) =>
  status === 401 || errorCode === '404.001.03' || errorCode === '400.003.01' || errorCode === '401.003.01'
