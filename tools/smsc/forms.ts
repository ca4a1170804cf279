/** Formats of message ids. `zeros`: decimal with leading zeros. */
export const idForms = ['decimal', 'hex', 'upper-hex', 'zeros'] as const
export type IdForm = (typeof idForms)[number]

/**
 * `text`: in the text of the deliver_sm, as in appendix B of the specification. `tlv`: in optional parameters, without
 * text.
 */
export const receiptForms = ['text', 'tlv', 'both'] as const
export type ReceiptForm = (typeof receiptForms)[number]
