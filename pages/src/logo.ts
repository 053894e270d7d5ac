const frame = 'viewBox="0 0 32 32" width="32" height="32"';
const shapes =
  '<rect width="32" height="32" rx="8" fill="#4b3bd1"/><path d="M4.5 15.2 20.5 12.9Q24.4 12.2 27 7.5V22.5Q24.4 17.8 20.5 17.1L4.5 16.8Z" fill="#fff"/><path d="M9.5 18.2H18V26.5L13.75 23.6 9.5 26.5Z" fill="#ffc857"/>';

export const logo = `<svg ${frame} aria-hidden="true">${shapes}</svg>`;

export const logoFile = `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${shapes}</svg>`;
