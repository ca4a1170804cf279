import { SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Contact } from '../../../../src/contract/account/contacts.ts'
import { parseEmail } from '../../../../src/values/email.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useFieldProblem } from '../../parts/field-problem.ts'
import { badNumber, isNumber, withPlus } from '../../parts/numbers.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { BooksSelect } from './books-select.tsx'
import { areValid, FieldInputs } from './field-inputs.tsx'
import { type Fields, nameOf } from './fields.ts'

interface Values extends Record<keyof Fields, string> {
  bookIds: string[]
  /** Values of custom fields, by key. */
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

/** Adds or edits a contact. `bookId` and `phone` are the address book and the number of a new contact. */
export function ContactDialog({
  opening,
  bookId,
  phone,
}: {
  readonly opening: Opening<Contact>
  readonly bookId: string | undefined
  readonly phone?: string | undefined
}) {
  const { isOpen, about, close } = opening
  const { id: account, path } = useThisAccount()
  const custom = useFields()
  const showPhone = usePhoneText()
  const form = useForm<Values>({
    initialValues: empty,
    validate: {
      // The input itself shows the error.
      fields: (values) => (areValid(custom, values) ? null : t.contactFields.numberWanted),
      phone: (text) => (isNumber(text) ? null : badNumber),
      phone2: (text) => (text.trim() === '' || isNumber(text) ? null : badNumber),
      email: (text) =>
        text.trim() === '' || text.split(',').every((one) => parseEmail(one.trim()) !== null)
          ? null
          : t.contacts.invalidEmail,
    },
  })
  const save = useChange(
    ({ bookIds, ...values }: Values) => {
      const body = { ...values, bookIds: bookIds.map(Number) }
      return about === null
        ? ask('POST /v2/contacts', { path: { account }, body })
        : ask('PUT /v2/contacts/:contact', { path: { account, contact: about.id }, body })
    },
    {
      refreshes: [`${path}/contacts`, `${path}/books`, `${path}/numbers`],
      onDone: (contact) => {
        close()
        sayDone(fill(t.contacts.saved, { name: nameOf(contact) || showPhone(contact.phone) }))
      },
    },
  )
  // The answer does not tell which of two numbers is invalid.
  const hasOneNumber = (save.variables?.phone2 ?? '').trim() === ''
  const shown = useFieldProblem(form, save, {
    ...(hasOneNumber ? { 'Invalid Phone Number': 'phone' } : {}),
    'Contact already exists': 'phone',
  })
  useOnOpen(isOpen, () => {
    form.clearErrors()
    save.reset()
    form.setValues(
      about === null
        ? { ...empty, phone: phone ?? '', bookIds: bookId === undefined ? [] : [bookId] }
        : valuesOf(about),
    )
  })
  const field = (name: keyof Fields) => ({ label: t.contacts.fields[name], ...form.getInputProps(name) })
  return (
    <FormDialog
      title={about === null ? t.contacts.addContact : t.contacts.editContact}
      isOpen={isOpen}
      onClose={close}
      change={shown}
      submit={about === null ? t.contacts.addContact : t.contacts.saveContact}
      size="lg"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput {...field('phone')} required inputMode="tel" description={t.contacts.phoneHelp} data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput {...field('firstName')} maxLength={100} />
        <TextInput {...field('lastName')} maxLength={100} />
        <TextInput {...field('title')} maxLength={32} placeholder={t.contacts.titleExample} />
        <TextInput {...field('gender')} maxLength={32} />
        <TextInput {...field('email')} type="email" />
        <TextInput {...field('phone2')} inputMode="tel" />
        <TextInput {...field('birthDate')} type="date" />
        <TextInput {...field('country')} maxLength={100} />
        <TextInput {...field('city')} maxLength={100} />
        <TextInput {...field('area')} maxLength={100} />
        <FieldInputs
          fields={custom}
          values={form.values.fields}
          onChange={(key, value) => form.setFieldValue('fields', { ...form.values.fields, [key]: value })}
        />
      </SimpleGrid>
      <BooksSelect value={form.values.bookIds} onChange={(ids) => form.setFieldValue('bookIds', ids)} />
    </FormDialog>
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
