import { SimpleGrid } from '@mantine/core'
import type { Contact } from '../../../../src/contract/account/contacts.ts'
import { parseEmail } from '../../../../src/values/email.ts'
import { useFields } from '../../parts/account-settings.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { badNumber, isNumber, phoneField, withPlus } from '../../parts/numbers.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { BooksSelect } from './books-select.tsx'
import { areValid, FieldInputs } from './field-inputs.tsx'
import { type Fields, nameOf } from './fields.ts'

/** `fields` has the values of custom fields, by key. */
type Values = Record<keyof Fields, string> & {
  bookIds: string[]
  fields: Record<string, string>
}

const empty: Values = {
  phone: '',
  phone2: '',
  title: '',
  firstName: '',
  lastName: '',
  gender: '',
  email: '',
  country: '',
  city: '',
  area: '',
  birthDate: '',
  bookIds: [],
  fields: {},
}

interface ContactDialogProps {
  /** Null for a new one. */
  readonly contact: Contact | null
  /** The address book and the number of a new contact. */
  readonly bookId: string | undefined
  readonly phone: string
  readonly close: () => unknown
}

/** Adds or edits a contact. */
export function ContactDialog({ contact, bookId, phone, close }: ContactDialogProps) {
  const { id: account, path } = useThisAccount()
  const custom = useFields()
  const showPhone = usePhoneText()
  const labels = t.contacts.fields
  const optionalPhone = {
    label: labels.phone2,
    inputMode: 'tel' as const,
    check: (text: string) => (text.trim() === '' || isNumber(text) ? null : badNumber),
  }
  return (
    <EditDialog
      route={contact ? 'PUT /v2/contacts/:contact' : 'POST /v2/contacts'}
      path={{ account, contact: contact?.id ?? 0 }}
      title={contact ? t.contacts.editContact : t.contacts.addContact}
      submit={contact ? t.contacts.saveContact : t.contacts.addContact}
      size="lg"
      values={contact ? valuesOf(contact) : { ...empty, phone, bookIds: bookId === undefined ? [] : [bookId] }}
      fields={{
        phone: phoneField(labels.phone, t.contacts.phoneHelp),
        firstName: labels.firstName,
        lastName: labels.lastName,
        title: { label: labels.title, placeholder: t.contacts.titleExample },
        gender: labels.gender,
        email: {
          label: labels.email,
          type: 'email',
          check: (text) =>
            text.trim() === '' || text.split(',').every((one) => parseEmail(one.trim()) !== null)
              ? null
              : t.contacts.invalidEmail,
        },
        phone2: optionalPhone,
        birthDate: { label: labels.birthDate, type: 'date' },
        country: labels.country,
        city: labels.city,
        area: labels.area,
        fields: {
          label: '',
          // The input itself shows the error.
          check: (values) => (areValid(custom, values) ? null : t.contactFields.numberWanted),
          input: ({ value, onChange }) => (
            <FieldInputs fields={custom} values={value} onChange={(key, text) => onChange({ ...value, [key]: text })} />
          ),
        },
        bookIds: { label: '', input: (props) => <BooksSelect {...props} /> },
      }}
      body={({ bookIds, ...values }) => ({ ...values, bookIds: bookIds.map(Number) })}
      // The answer does not tell which of two numbers is invalid.
      problems={({ phone2 }) => ({
        ...(phone2.trim() === '' ? { invalid_phone: 'phone' } : {}),
        contact_exists: 'phone',
      })}
      refreshes={[`${path}/books`, `${path}/numbers`]}
      close={close}
      done={(saved) => fill(t.contacts.saved, { name: nameOf(saved) || showPhone(saved.phone) })}
    >
      {({ phone: number, bookIds, ...inputs }) => (
        <>
          {number}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
            {Object.values(inputs)}
          </SimpleGrid>
          {bookIds}
        </>
      )}
    </EditDialog>
  )
}

function valuesOf(contact: Contact): Values {
  const fields = Object.keys(t.contacts.fields) as (keyof Fields)[]
  return {
    ...empty,
    ...Object.fromEntries(fields.map((name) => [name, contact[name]])),
    phone: withPlus(contact.phone),
    phone2: withPlus(contact.phone2),
    bookIds: contact.bookIds.map(String),
    fields: Object.fromEntries(Object.entries(contact.fields).map(([key, value]) => [key, String(value)])),
  }
}
