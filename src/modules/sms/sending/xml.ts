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
 * Converts a send in XML to the shape of the JSON body, so that the same rules apply. Values stay strings; the rules
 * accept digits as numbers. Undefined when a field appears twice, because its value is ambiguous.
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

/** An element with children is not a text. The rules of the field reject the object. */
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
