import { text as readAll } from 'node:stream/consumers'
import { isObject } from '../../../values/json.ts'
import { isSuccess, parsePlainJson } from '../../http-template/answer.ts'
import { type Download, failureOf } from '../../http-template/send.ts'
import type { ChatTemplate, IncomingMedia, OpenedMedia } from '../channel.ts'
import { away } from '../flow.ts'
import type { WhatsAppSecrets, WhatsAppSettings } from './settings.ts'

/** Requests that read from the Graph API: templates and files. */

const answerBytesMax = 4 * 1_048_576
const templatesMax = 5_000
const pageSize = 100
const downloadMs = 300_000

export interface Downloads {
  /** From the Graph API, at the address that the operator configured. */
  readonly fromProvider: Download
  /** From public addresses only, because another host is named by a response. */
  readonly fromPublic: Download
}

const unusable = (why: string) => away(`the Graph API gave no usable answer: ${why}`)

export function openGraph(
  { baseUrl, version, wabaId, timeoutSeconds, mediaMegabytesMax }: WhatsAppSettings,
  { accessToken }: WhatsAppSecrets,
  { fromProvider, fromPublic }: Downloads,
) {
  const headers = { authorization: `Bearer ${accessToken}` }

  async function get(path: string): Promise<Readonly<Record<string, unknown>>> {
    const request = {
      url: `${baseUrl}/${version}/${path}`,
      headers,
      timeoutMs: timeoutSeconds * 1_000,
      bytesMax: answerBytesMax,
    }
    const answer = await fromProvider(request).catch(rethrow)
    const text = await readAll(answer.body).catch(rethrow)
    const json = parsePlainJson(text)
    if (!isSuccess(answer.status) || !isObject(json)) throw unusable(`status ${answer.status} ${text.slice(0, 200)}`)
    return json
  }

  return {
    async listTemplates(): Promise<ChatTemplate[]> {
      const templates: ChatTemplate[] = []
      let after = ''
      do {
        const fields = `fields=name,language,status,category,components&limit=${pageSize}`
        const page = await get(`${wabaId}/message_templates?${fields}${after && `&after=${encodeURIComponent(after)}`}`)
        const found = Array.isArray(page.data) ? page.data : []
        templates.push(...found.flatMap(readTemplate))
        after = found.length === 0 ? '' : nextOf(page)
      } while (after !== '' && templates.length < templatesMax)
      return templates
    },

    async openMedia({ media }: IncomingMedia): Promise<OpenedMedia> {
      const { url, mime_type: mimeType } = await get(encodeURIComponent(media))
      if (typeof url !== 'string' || !URL.canParse(url)) throw unusable('the file has no URL')
      const download = new URL(url).origin === new URL(baseUrl).origin ? fromProvider : fromPublic
      const { status, body } = await download({
        url,
        headers,
        timeoutMs: downloadMs,
        bytesMax: mediaMegabytesMax * 1_048_576,
      }).catch(rethrow)
      if (!isSuccess(status)) {
        body.destroy()
        throw unusable(`the download has status ${status}`)
      }
      return { mimeType: typeof mimeType === 'string' ? mimeType : '', body }
    },
  }
}

function rethrow(error: unknown): never {
  throw unusable(failureOf(error).why)
}

/** Empty after the last page. */
function nextOf({ paging }: Readonly<Record<string, unknown>>): string {
  if (!isObject(paging) || typeof paging.next !== 'string' || !isObject(paging.cursors)) return ''
  return typeof paging.cursors.after === 'string' ? paging.cursors.after : ''
}

function readTemplate(given: unknown): ChatTemplate[] {
  if (!isObject(given)) return []
  const { name, language, category, status, components } = given
  if (typeof name !== 'string' || typeof language !== 'string' || typeof status !== 'string') return []
  return [
    {
      name: name.slice(0, 512),
      language: language.slice(0, 20),
      category: typeof category === 'string' ? category.slice(0, 40) : '',
      status: status.slice(0, 40),
      components: Array.isArray(components) ? components.filter(isObject) : [],
    },
  ]
}
