import { linkPattern } from '../../../../src/values/placeholders.ts'
import { fill, t } from '../../text.ts'

const examplePattern = /(^|\.)example\.(com|org|net)$/

/** The error of the first bad link in a text; null without one. */
export function linkProblemIn(text: string): string | null {
  for (const [, written = ''] of text.matchAll(linkPattern)) {
    const link = written.trim()
    const url = URL.canParse(link) && !/\s/.test(link) ? new URL(link) : null
    if (url === null || !/^https?:$/.test(url.protocol)) return fill(t.composer.linkInvalid, { link })
    if (examplePattern.test(url.hostname)) return fill(t.composer.linkExample, { link })
  }
  return null
}
