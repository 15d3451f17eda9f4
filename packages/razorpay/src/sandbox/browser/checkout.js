// The sandbox's payment window: the API of Razorpay's checkout.js that the shop uses, with the same order of events.
// It calls the handler 200 ms after the window has closed; a failure leaves it open; no `ondismiss` after a success.
(() => {
  const home = new URL('.', document.currentScript.src);
  const style = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: new URL('checkout.css', home).href,
  });
  document.head.append(style);

  const REQUIRED = ['key', 'amount', 'currency', 'order_id'];
  const HANDLER_DELAY = 200;

  class Razorpay {
    constructor(options) {
      for (const name of REQUIRED) {
        if (!options[name]) throw new TypeError(`\`${name}\` is required`);
      }
      if (!options.key.startsWith('rzp_sandbox_')) throw new TypeError('Not a sandbox key');
      this.options = options;
      this.listeners = new Map();
    }

    on(event, listener) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    }

    open() {
      this.window ??= openWindow(this.options, {
        paid: (answer) => setTimeout(() => this.succeed(answer), HANDLER_DELAY),
        failed: (error) => {
          for (const listener of this.listeners.get('payment.failed') ?? []) listener({ error });
        },
        dismissed: () => {
          this.window = undefined;
          this.options.modal?.ondismiss?.();
        },
      });
    }

    close() {
      this.window?.close();
      this.window = undefined;
    }

    succeed(answer) {
      this.window = undefined;
      const { redirect, callback_url, handler } = this.options;
      if (redirect && callback_url) return send(callback_url, answer);
      handler?.(answer);
    }
  }

  /** Browsers inside other apps cannot run the handler: the result is posted as a form. */
  function send(url, fields) {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: url });
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    }
    document.body.append(form);
    form.submit();
  }

  function openWindow(options, tell) {
    const dialog = document.createElement('dialog');
    dialog.className = 'sandbox-checkout';
    dialog.setAttribute('aria-labelledby', 'sandbox-title');
    dialog.innerHTML = MARKUP;
    const part = (name) => dialog.querySelector(`[data-part="${name}"]`);
    const form = dialog.querySelector('form');
    const amount = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(
      options.amount / 100,
    );
    part('name').textContent = options.name ?? 'Shop';
    part('description').textContent = options.description ?? '';
    part('amount').textContent = amount;
    part('pay').textContent = `Pay ${amount}`;
    if (options.theme?.color) dialog.style.setProperty('--brand', options.theme.color);
    let over = false;

    function showMethod() {
      const method = form.elements.method.value;
      for (const name of ['card', 'upi']) {
        part(name).hidden = method !== name;
        part(name).disabled = method !== name;
      }
      part('error').textContent = '';
    }

    function busy(is) {
      part('pay').disabled = is;
      part('pay').textContent = is ? 'Asking the bank...' : `Pay ${amount}`;
    }

    async function pay() {
      const data = Object.fromEntries(new FormData(form));
      part('error').textContent = '';
      busy(true);
      const answer = await fetch(new URL('payments', home), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...data, key: options.key, order_id: options.order_id }),
      })
        .then((response) => response.json())
        .catch(() => ({ error: { description: 'The sandbox could not be reached.' } }));
      busy(false);
      if (over) return;
      if (answer.error) {
        part('error').textContent = answer.error.description;
        part('pay').focus(); // it lost the focus while it was disabled
        tell.failed({ ...answer.error, metadata: { order_id: options.order_id } });
        return;
      }
      finish();
      tell.paid(answer);
    }

    function finish() {
      over = true;
      clearTimeout(timer);
      dialog.close();
      dialog.remove();
    }

    function dismiss() {
      if (over) return;
      finish();
      tell.dismissed();
    }

    form.addEventListener('change', showMethod);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void pay();
    });
    for (const button of dialog.querySelectorAll('[data-fill]')) {
      button.addEventListener('click', () => {
        const field = form.elements[button.dataset.field];
        field.value = button.dataset.fill;
        field.focus();
      });
    }
    part('close').addEventListener('click', dismiss);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      dismiss();
    });
    const timer = options.timeout ? setTimeout(dismiss, options.timeout * 1000) : undefined;

    showMethod();
    document.body.append(dialog);
    dialog.showModal();
    return { close: () => !over && finish() };
  }

  const MARKUP = `
    <form novalidate>
      <header>
        <p class="sandbox-note">Sandbox: no money moves</p>
        <button type="button" data-part="close" aria-label="Close the payment window">&times;</button>
        <h2 id="sandbox-title" data-part="name"></h2>
        <p data-part="description"></p>
        <p class="sandbox-amount" data-part="amount"></p>
      </header>
      <div class="sandbox-body">
        <fieldset class="sandbox-methods">
          <legend>Pay with</legend>
          <label><input type="radio" name="method" value="card" checked /> Card</label>
          <label><input type="radio" name="method" value="upi" /> UPI</label>
        </fieldset>
        <fieldset data-part="card" aria-label="Card">
          <label class="sandbox-field">Card number
            <input name="card" inputmode="numeric" autocomplete="off" value="4100 2800 0000 1007" />
          </label>
          <p class="sandbox-fills">
            <button type="button" data-field="card" data-fill="4100 2800 0000 1007">A card that pays</button>
            <button type="button" data-field="card" data-fill="4100 2800 0006 0003">A card that is declined</button>
          </p>
          <label class="sandbox-field">One-time password <small>4 to 10 digits</small>
            <input name="otp" inputmode="numeric" autocomplete="off" value="1234" />
          </label>
        </fieldset>
        <fieldset data-part="upi" aria-label="UPI">
          <label class="sandbox-field">UPI id
            <input name="vpa" autocomplete="off" autocapitalize="none" spellcheck="false" value="success@razorpay" />
          </label>
          <p class="sandbox-fills">
            <button type="button" data-field="vpa" data-fill="success@razorpay">An id that pays</button>
            <button type="button" data-field="vpa" data-fill="failure@razorpay">An id that fails</button>
          </p>
        </fieldset>
        <p class="sandbox-error" role="alert" data-part="error"></p>
        <button class="sandbox-pay" data-part="pay"></button>
      </div>
    </form>`;

  window.Razorpay = Razorpay;
})();
