import { type ReactNode, useEffect, useRef } from 'react'
import classes from './thread.module.css'

interface LogProps {
  readonly label: string
  /** The id of the newest message. */
  readonly newest: string | number | undefined
  /** Scrolls to a new message even if the reader has scrolled away from the end. */
  readonly follows: boolean
  readonly className?: string | undefined
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
