export type SenderStatus = 'pending' | 'active' | 'rejected' | 'inactive'

const lengthMax = 11

/** Whether it could be a sender at all: a number of any length, or up to 11 characters. */
export function isSenderShape(sender: string): boolean {
  return sender !== '' && (sender.length <= lengthMax || /^\+?\d{1,20}$/.test(sender))
}
