/** Drawn here, because a few lines of them are all that is needed: 24 by 24, in the colour of the text beside them. */
const shapes = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-5v-6h-4v6H5a1 1 0 0 1-1-1z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  send: 'M4 12 20 4l-5 16-4-6zM11 14l9-10',
  megaphone: 'M4 10v4h3l9 5V5l-9 5zM7 14l1 6h3l-1-5M19 10v4',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  inbox: 'M4 13 7 5h10l3 8v6H4zM4 13h5l1 3h4l1-3h5',
  people: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 3-5 6-5s6 2 6 5M16 6a3 3 0 0 1 0 5M17 14c2 .5 4 2 4 5',
  book: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  stop: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.5 6.5l11 11',
  bolt: 'M13 3 5 14h6l-1 7 8-11h-6z',
  key: 'M15 9a4 4 0 1 0-4 4l1-1h2v-2h2zM11 13l-6 6v2h3l5-5',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3M12 15v2',
  cart: 'M3 5h3l2 10h9l3-7H7M9 20h.01M17 20h.01',
  chat: 'M4 5h16v11H10l-4 4v-4H4z',
  coins: 'M12 5c4 0 7 1 7 3s-3 3-7 3-7-1-7-3 3-3 7-3zM5 8v8c0 2 3 3 7 3s7-1 7-3V8M5 12c0 2 3 3 7 3s7-1 7-3',
  hook: 'M8 8a4 4 0 1 1 6 3l2 4M10 10l-3 5M4 17a3 3 0 1 0 6 0h6a3 3 0 1 0 3-3',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  building: 'M5 21V4h10v17M15 9h4v12M3 21h18M8 8h.01M11 8h.01M8 12h.01M11 12h.01M8 16h.01M11 16h.01',
  check: 'M5 12l5 5 9-10',
  tower: 'M12 10v11M8 21h8M9 7a4 4 0 0 1 6 0M6 5a8 8 0 0 1 12 0M12 10h.01',
  route: 'M6 18a2 2 0 1 0 0 .01M18 6a2 2 0 1 0 0 .01M8 18h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6',
  chart: 'M4 20h16M7 20v-7M12 20V6M17 20v-10',
  queue: 'M4 6h16M4 10h16M4 14h10M4 18h6',
  question: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM10 10a2 2 0 1 1 3 2c-1 .5-1 1-1 2M12 16h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19',
  moon: 'M20 14a8 8 0 1 1-10-10 6 6 0 0 0 10 10z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  back: 'M14 6l-6 6 6 6',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM16 16l4 4',
  dots: 'M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2z',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  warning: 'M12 4 2 20h20zM12 10v4M12 17h.01',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6',
  switch: 'M8 9l4-4 4 4M8 15l4 4 4-4',
  drum: 'M12 4c4 0 7 1.2 7 3s-3 3-7 3-7-1.2-7-3 3-3 7-3zM5 7l2 11c.5 1.3 2.6 2 5 2s4.5-.7 5-2l2-11M6 12l3 7.5 3-9.5 3 9.5 3-7.5',
  flask: 'M10 3h4M11 3v6l-6 10a1 1 0 0 0 1 2h12a1 1 0 0 0 1-2l-6-10V3M8 15h8',
} as const

export type IconName = keyof typeof shapes

/** Hidden from screen readers: every icon stands next to a text or in a labelled button. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
