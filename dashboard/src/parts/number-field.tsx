import { CloseButton, Combobox, type MantineSpacing, Skeleton, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { SearchItem } from '../../../src/contract/account/search.ts'
import { useAsk } from '../data.ts'
import { useThisAccount } from '../session.tsx'
import { fill, t } from '../text.ts'
import { Icon } from './icon.tsx'
import { isNumber, withPlus } from './numbers.ts'
import { usePhoneText, useTypedPhone } from './phone.tsx'
import { Problem } from './problem.tsx'

interface NumberFieldProps {
  readonly label: string
  readonly description?: string
  readonly value?: string
  /** Called with a complete number, or an empty text, after a short pause in typing. */
  readonly onChange?: (number: string) => void
  /** Called at once, with every text. */
  readonly onType?: (text: string) => void
  /** Called with a number in international form that the user chose from the list. */
  readonly onChoose?: (phone: string) => void
  readonly error?: string | null
  readonly width?: number | string
  readonly mb?: MantineSpacing
  readonly isFocused?: boolean
}

const pauseMilliseconds = 300
const lengthMin = 2

/** A field for a number in any form. Last digits and names offer the numbers that they may mean. */
export function NumberField({
  label,
  description,
  value = '',
  onChange,
  onType,
  onChoose,
  error = null,
  width = 320,
  mb = 0,
  isFocused = false,
}: NumberFieldProps) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const showPhone = usePhoneText()
  const combobox = useCombobox()
  const [paused] = useDebouncedValue(typed.trim(), pauseMilliseconds)
  const text = paused === typed.trim() ? paused : null
  const phone = useTypedPhone(text ?? '')
  const isMeant = text === '' || phone !== null || isNumber(text ?? '')
  const found = useFound(text !== null && phone === null && text !== reported.current ? text : '')

  const report = (number: string) => {
    if (number === reported.current) return
    reported.current = number
    onChange?.(number)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing is reported
  useEffect(() => {
    if (text !== null && isMeant) report(text)
  }, [text, isMeant])
  // Only the back button changes the value from outside.
  useEffect(() => {
    if (onChange === undefined || value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value, onChange])
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter takes the first of the new numbers
  useEffect(() => {
    if (found.numbers.length > 0) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [found.numbers.map((one) => one.phone).join()])

  function choose(chosen: string) {
    reported.current = withPlus(chosen)
    setTyped(withPlus(chosen))
    combobox.closeDropdown()
    onChange?.(withPlus(chosen))
    onChoose?.(chosen)
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          description={description}
          error={error}
          placeholder={t.shared.numberExample}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          leftSection={<Icon name="search" />}
          rightSection={
            typed === '' ? null : (
              <CloseButton
                size="sm"
                aria-label={fill(t.shared.clearNamed, { name: label })}
                onClick={() => {
                  setTyped('')
                  onType?.('')
                }}
              />
            )
          }
          w={{ base: '100%', xs: width }}
          mb={mb}
          maxLength={200}
          autoComplete="off"
          data-page-search
          autoFocus={isFocused}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            onType?.(currentTarget.value)
            combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!found.isAsked}>
        <Combobox.Options aria-label={t.shared.matchingNumbers} mah={280} style={{ overflowY: 'auto' }}>
          {found.numbers.map(({ phone: one, name }) => (
            <Combobox.Option key={one} value={one}>
              {name !== '' && (
                <Text size="sm" fw={600}>
                  {name}
                </Text>
              )}
              <Text size="sm" className="number">
                {showPhone(one)}
              </Text>
            </Combobox.Option>
          ))}
          {found.isLoading && <Skeleton height={32} role="status" aria-label={t.shared.loading} />}
          {found.isEmpty && <Combobox.Empty>{t.shared.noMatchingNumber}</Combobox.Empty>}
        </Combobox.Options>
        <Problem error={found.error} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface FoundNumber {
  readonly phone: string
  readonly name: string
}

/** Known numbers with these digits, or of contacts with this name. */
function useFound(text: string) {
  const { id: account } = useThisAccount()
  const isAsked = text.length >= lengthMin
  const { data, error, isLoading } = useAsk(
    'GET /v2/search',
    { path: { account }, query: { q: text } },
    { enabled: isAsked },
  )
  const items = isAsked ? (data?.groups ?? []).flatMap((group) => group.items) : []
  return {
    isAsked,
    isLoading,
    error,
    numbers: numbersIn(items),
    isEmpty: data !== undefined && numbersIn(items).length === 0,
  }
}

/** The different numbers of results, with the names of their contacts. */
function numbersIn(items: readonly SearchItem[]): readonly FoundNumber[] {
  const names = new Map(items.flatMap(({ kind, phone, title }) => (kind === 'contact' ? [[phone, title]] : [])))
  const phones = new Set(items.flatMap(({ phone }) => (phone === null ? [] : [phone])))
  return [...phones].map((phone) => ({ phone, name: names.get(phone) ?? '' }))
}
