import { Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './thread.module.css'

interface BubbleProps {
  /** A note is only for members. */
  readonly look: 'in' | 'out' | 'note'
  readonly hasFailed?: boolean
  /** The line below: the time and the state. */
  readonly under: ReactNode
  readonly children: ReactNode
}

/** One message of a conversation. Own messages and notes are on the right. */
export function Bubble({ look, hasFailed = false, under, children }: BubbleProps) {
  return (
    <div>
      <div className={`${classes.bubble} ${classes[look]}`}>{children}</div>
      <Text
        size="xs"
        c={hasFailed ? 'var(--mantine-color-error)' : 'dimmed'}
        className={`${classes.under} ${look === 'in' ? '' : classes.mine}`}
        component="div"
      >
        {under}
      </Text>
    </div>
  )
}

interface LogProps {
  readonly label: string
  /** The id of the newest message. */
  readonly newest: string | number | undefined
  /** Scrolls to a new message even if the reader has scrolled away from the end. */
  readonly follows: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** The messages of a conversation, the newest at the end. */
export function Log({ label, newest, follows, className = '', children }: LogProps) {
  const log = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only for a new message
  useEffect(() => {
    if (log.current !== null && follows) log.current.scrollTop = 0
  }, [newest])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area needs keyboard access
    <div ref={log} className={`${classes.log} ${className}`} role="log" aria-label={label} tabIndex={0}>
      <div>{children}</div>
    </div>
  )
}
