import { Refusal } from '../../values/refusal.ts'

/** The specification words refusals of contacts and books as results of a write: `status` is text. */
const refused = (status: number, message: string, hint?: string) =>
  new Refusal(status, status, message, { body: { data: { message, status: 'false' } }, ...(hint === undefined ? {} : { hint }) })

export const invalidFormat = () => refused(400, 'Invalid Request Format')
export const invalidField = (name: string, wanted: string) => refused(400, `${name} ${wanted}`)
export const invalidMobileNumber = () =>
  new Refusal(400, 400, 'Invalid Mobile Number', {
    body: { status: 400, message: 'Invalid Mobile Number' },
    hint: 'a mobile number is digits only and begins with the country code, such as 255712345678',
  })
export const contactMissing = () => refused(404, 'Contact Not Found')
export const contactExists = () => refused(409, 'Contact already exists')
/** The two spellings are the specification's. */
export const bookOfContactMissing = () => refused(404, 'Addressbook Not Found')
export const bookMissing = () => refused(404, 'AddressBook Not Found')
export const bookNameMissing = (field: string) => refused(400, `${field} is required`)
export const bookExists = (name: string) => refused(409, `${name} already exists`)
export const defaultBookStays = () => refused(403, 'You do not have permission to delete the Default group')
export const defaultBookKeepsName = () => refused(403, 'You do not have permission to rename the Default group')
