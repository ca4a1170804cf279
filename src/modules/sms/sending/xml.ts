import type { Recipient, SendBody } from '../../../contract/public/sms.ts'
import type { XmlElement } from '../../../engine/http/index.ts'

type Reader = (element: XmlElement) => unknown
type Readers = ReadonlyMap<string, Reader>

const recipientReaders: Readers = new Map<keyof Recipient, Reader>([
  ['recipient_id', readText],
  ['dest_addr', readText],
])

const sendReaders: Readers = new Map<keyof SendBody, Reader>([
  ['source_addr', readText],
  ['message', readText],
  ['encoding', readText],
  ['schedule_time', readText],
  ['job_name', readText],
  ['campaign_title', readText],
  ['recipients', readRecipients],
])

/**
 * A send in XML as the same send would be in JSON, so that the same rules judge it. Texts stay as they were written;
 * the rules read digits where they want a number. Undefined when a field comes twice: nobody knows which of them was
 * meant.
 */
export function readSendXml(root: XmlElement): unknown {
  return readObject(root, sendReaders)
}

function readObject({ children }: XmlElement, readers: Readers): Record<string, unknown> | undefined {
  const object: Record<string, unknown> = {}
  for (const child of children) {
    const read = readers.get(child.name)
    if (read === undefined) continue
    const value = read(child)
    if (value === undefined || Object.hasOwn(object, child.name)) return undefined
    object[child.name] = value
  }
  return object
}

/** What has elements inside is no text, and the rules for the field say what that means. */
function readText({ text, children }: XmlElement): unknown {
  return children.length === 0 ? text : {}
}

function readRecipients({ children }: XmlElement): unknown[] | undefined {
  const recipients: unknown[] = []
  for (const child of children) {
    if (child.name !== 'recipient') continue
    const recipient = child.children.length === 0 ? child.text : readObject(child, recipientReaders)
    if (recipient === undefined) return undefined
    recipients.push(recipient)
  }
  return recipients
}
