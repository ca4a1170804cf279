/** Carriers write numbers with a plus, with leading zeros or plain, and sometimes with spaces or dashes. */
export const numberIn = (address = ''): string => {
  const digits = address.replaceAll(/[\s().-]/g, '').replace(/^(?:\+|00)(?=[1-9])/, '')
  return /^\d+$/.test(digits) ? digits : address
}
