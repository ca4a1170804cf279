import { Note } from './text.tsx'
import './phone-frame.css'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { callingCodeOf, countryOf } from '../../../src/values/countries.ts'
import { parsePhone } from '../../../src/values/phone.ts'
import { fill, t } from '../text.ts'
import { countryName } from './formats.ts'
import { Phone, usePhoneText } from './phone.tsx'

interface FrameProps {
  readonly phone: string
  /** The link of its number; absent on the page of this phone. */
  readonly opens?: string
  /** The last message that arrived since the phone is shown; a new one makes the phone light up. */
  readonly arrival?: string | null
  readonly isLarge?: boolean
  readonly children: ReactNode
}

export function Frame({ phone, opens, arrival = null, isLarge = false, children }: FrameProps) {
  const number = usePhoneText()(phone)
  return (
    <section className="vphone" data-large={isLarge || undefined} aria-label={fill(t.phones.phone, { phone })}>
      {arrival !== null && <span key={arrival} className="vphone-glow" />}
      <div className="vphone-screen">
        <StatusBar />
        <header className="vphone-head">
          <span className="vphone-face" style={{ background: `hsl(${hueOf(phone)} 42% 30%)` }} aria-hidden="true">
            {phone.slice(-2)}
          </span>
          <div className="vphone-name">
            {opens === undefined ? (
              <Text fw={600} size="sm">
                <Phone of={phone} isPlain={!isLarge} />
              </Text>
            ) : (
              <Anchor
                component={Link}
                to={opens}
                search={{ phone: Number(phone) } as never}
                fw={600}
                size="sm"
                className="number"
                c="inherit"
              >
                {number}
              </Anchor>
            )}
            <Note size="xs" truncate>
              {countryIn(phone)}
            </Note>
          </div>
        </header>
        {children}
        <span className="vphone-home" />
      </div>
    </section>
  )
}

/** Network name, signal and battery. */
function StatusBar() {
  return (
    <div className="vphone-signs" aria-hidden="true">
      <span>Ngoma</span>
      <span className="vphone-island" />
      <svg width="44" height="12" viewBox="0 0 44 12" fill="currentColor" aria-hidden="true">
        <path d="M0 8h3v4H0zM5 6h3v6H5zM10 3h3v9h-3zM15 0h3v12h-3z" />
        <rect x="24.5" y="1.5" width="16" height="9" rx="2.5" fill="none" stroke="currentColor" />
        <rect x="26" y="3" width="13" height="6" rx="1.2" />
        <path d="M42 4h1.5v4H42z" />
      </svg>
    </div>
  )
}

/** The country of a number; empty when it is unknown. */
function countryIn(phone: string): string {
  const known = parsePhone(phone)
  const country = known === null ? null : countryOf(callingCodeOf(known))
  return country === null ? '' : countryName(country)
}

/** A stable colour for each phone. Consecutive numbers get very different ones. */
export const hueOf = (phone: string) => (Number(phone.slice(-6)) * 137) % 360
