/** How message ids are written. `zeros`: decimal, with zeros in front. */
export const idForms = ['decimal', 'hex', 'upper-hex', 'zeros'] as const
export type IdForm = (typeof idForms)[number]

/**
 * `text`: in the text of the deliver_sm, as appendix B of the specification has it. `tlv`: in its optional parameters,
 * with no text.
 */
export const receiptForms = ['text', 'tlv', 'both'] as const
export type ReceiptForm = (typeof receiptForms)[number]
