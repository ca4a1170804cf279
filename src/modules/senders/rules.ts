export type SenderStatus = 'pending' | 'active' | 'rejected' | 'inactive'

const lengthMax = 11

/** Whether it could be a sender at all: up to 11 characters, or a number of up to 20 digits. */
export function isSenderShape(sender: string): boolean {
  return sender !== '' && (sender.length <= lengthMax || /^\+?\d{1,20}$/.test(sender))
}
