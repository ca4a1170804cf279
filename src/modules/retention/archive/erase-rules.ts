import { erasedPhone, type PersonQuestion } from '../../person/index.ts'
import type { ArchiveColumn } from './manifest.ts'

type Cells = readonly string[]

/** Returns the same cells if the row does not concern the person. */
export type EraseCells = (cells: Cells) => Cells

/** How the rows of a file are changed to erase a person. */
export function eraserOf(columns: readonly ArchiveColumn[], { phone, accountId }: PersonQuestion): EraseCells {
  const account = columns.findIndex(({ name }) => name === 'account_id')
  const isMentioned = mentionOf(phone)
  return (cells) => {
    if (accountId !== null && cells[account] !== String(accountId)) return cells
    const isOwn = columns.some(({ kind }, index) => kind === 'phone' && cells[index] === phone)
    const erased = cells.map((cell, index) => {
      const kind = columns[index]?.kind ?? 'value'
      if (kind === 'value') return cell
      if (kind === 'phone') return cell === phone ? erasedPhone : cell
      return (kind === 'text' && isOwn) || isMentioned(cell) ? '' : cell
    })
    return erased.some((cell, index) => cell !== cells[index]) ? erased : cells
  }
}

/** Whether a text contains the number, with or without an international prefix, and not as part of a longer number. */
function mentionOf(phone: string): (text: string) => boolean {
  if (!/^\d+$/.test(phone)) throw new Error('the phone number must have digits only')
  const pattern = new RegExp(`(?<!\\d)(?:00)?${phone}(?!\\d)`)
  return (text) => pattern.test(text)
}
