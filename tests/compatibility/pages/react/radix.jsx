import {
  Accordion, AlertDialog, Checkbox, Collapsible, ContextMenu, Dialog, DropdownMenu, HoverCard, Menubar, NavigationMenu, unstable_OneTimePasswordField as OneTimePasswordField,
  Popover, RadioGroup, Select, Slider, Switch, Tabs, Toast, Toggle, ToggleGroup, Tooltip,
} from "radix-ui";
import { held, show, useHeld } from "../held.jsx";

const box = { border: "1px solid #888", padding: 6, background: "#fff" };

function App() {
  const [agreed, setAgreed] = useHeld("agreed", false);
  const [plan, setPlan] = useHeld("plan", "free");
  const [dark, setDark] = useHeld("dark", false);
  const [heat, setHeat] = useHeld("heat", [30]);
  const [range, setRange] = useHeld("range", [20, 60]);
  const [fruit, setFruit] = useHeld("fruit", "apple");
  const [tab, setTab] = useHeld("tab", "one");
  const [open, setOpen] = useHeld("open", "");
  const [more, setMore] = useHeld("more", false);
  const [bold, setBold] = useHeld("bold", false);
  const [align, setAlign] = useHeld("align", "left");
  const [name, setName] = useHeld("name", "");
  const [wrap, setWrap] = useHeld("wrap", false);
  const [card, setCard] = useHeld("card", false);
  const [tip, setTip] = useHeld("tip", false);
  const [toast, setToast] = useHeld("toast", false);
  const [code, setCode] = useHeld("code", "");
  return (
    <Tooltip.Provider><Toast.Provider>
      <Checkbox.Root id="agree" checked={agreed} onCheckedChange={setAgreed} style={{ width: 20, height: 20 }}><Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Root>
      <label htmlFor="agree">I agree</label>
      <RadioGroup.Root value={plan} onValueChange={setPlan} aria-label="Plan">
        {["free", "pro"].map((x) => <span key={x}><RadioGroup.Item value={x} id={x} style={{ width: 20, height: 20 }}><RadioGroup.Indicator>●</RadioGroup.Indicator></RadioGroup.Item><label htmlFor={x}>{x}</label></span>)}
      </RadioGroup.Root>
      <label htmlFor="dark">Dark mode</label><Switch.Root id="dark" checked={dark} onCheckedChange={setDark} style={{ width: 40, height: 20 }}><Switch.Thumb style={{ display: "block", width: 16, height: 16, background: "#444" }} /></Switch.Root>
      {[["Heat", heat, setHeat, ["Heat"]], ["Range", range, setRange, ["From", "To"]]].map(([key, value, set, names]) => (
        <Slider.Root key={key} value={value} onValueChange={set} style={{ position: "relative", display: "flex", alignItems: "center", width: 200, height: 20, margin: 10 }}>
          <Slider.Track style={{ background: "#ccc", flexGrow: 1, height: 3, position: "relative" }}><Slider.Range style={{ position: "absolute", background: "#444", height: "100%" }} /></Slider.Track>
          {names.map((x) => <Slider.Thumb key={x} aria-label={x} style={{ display: "block", width: 14, height: 14, background: "#444", borderRadius: 7 }} />)}
        </Slider.Root>
      ))}
      <Select.Root value={fruit} onValueChange={setFruit}>
        <Select.Trigger aria-label="Fruit"><Select.Value /></Select.Trigger>
        <Select.Portal><Select.Content position="popper" style={box}><Select.Viewport>
          {["apple", "banana", "cherry"].map((x) => <Select.Item key={x} value={x}><Select.ItemText>{x}</Select.ItemText></Select.Item>)}
        </Select.Viewport></Select.Content></Select.Portal>
      </Select.Root>
      <Tabs.Root value={tab} onValueChange={setTab}><Tabs.List><Tabs.Trigger value="one">One</Tabs.Trigger><Tabs.Trigger value="two">Two</Tabs.Trigger></Tabs.List><Tabs.Content value="one">First</Tabs.Content><Tabs.Content value="two">Second</Tabs.Content></Tabs.Root>
      <Accordion.Root type="single" collapsible value={open} onValueChange={setOpen}><Accordion.Item value="a"><Accordion.Header><Accordion.Trigger>Details</Accordion.Trigger></Accordion.Header><Accordion.Content>Hidden words</Accordion.Content></Accordion.Item></Accordion.Root>
      <Collapsible.Root open={more} onOpenChange={setMore}><Collapsible.Trigger>Show more</Collapsible.Trigger><Collapsible.Content>More words</Collapsible.Content></Collapsible.Root>
      <Toggle.Root pressed={bold} onPressedChange={setBold}>Bold</Toggle.Root>
      <ToggleGroup.Root type="single" value={align} onValueChange={setAlign} aria-label="Align"><ToggleGroup.Item value="left">Left</ToggleGroup.Item><ToggleGroup.Item value="right">Right</ToggleGroup.Item></ToggleGroup.Root>
      <Dialog.Root><Dialog.Trigger>Rename</Dialog.Trigger><Dialog.Portal><Dialog.Overlay style={{ position: "fixed", inset: 0, background: "#0006" }} /><Dialog.Content aria-describedby={undefined} style={{ ...box, position: "fixed", top: 80, left: 80 }}>
        <Dialog.Title>Rename the file</Dialog.Title><input aria-label="New name" value={name} onChange={(e) => setName(e.target.value)} /><Dialog.Close onClick={() => held.renamed = name}>Save</Dialog.Close>
      </Dialog.Content></Dialog.Portal></Dialog.Root>
      <AlertDialog.Root><AlertDialog.Trigger>Delete</AlertDialog.Trigger><AlertDialog.Portal><AlertDialog.Content style={{ ...box, position: "fixed", top: 80, left: 80 }}>
        <AlertDialog.Title>Really?</AlertDialog.Title><AlertDialog.Description>It is gone then.</AlertDialog.Description><AlertDialog.Cancel>Keep</AlertDialog.Cancel><AlertDialog.Action onClick={() => held.deleted = true}>Delete it</AlertDialog.Action>
      </AlertDialog.Content></AlertDialog.Portal></AlertDialog.Root>
      <DropdownMenu.Root><DropdownMenu.Trigger>Actions</DropdownMenu.Trigger><DropdownMenu.Portal><DropdownMenu.Content style={box}>
        <DropdownMenu.Item onSelect={() => held.menu = "copy"}>Copy</DropdownMenu.Item>
        <DropdownMenu.CheckboxItem checked={wrap} onCheckedChange={setWrap}>Wrap lines</DropdownMenu.CheckboxItem>
        <DropdownMenu.Sub><DropdownMenu.SubTrigger>More</DropdownMenu.SubTrigger><DropdownMenu.Portal><DropdownMenu.SubContent style={box}><DropdownMenu.Item onSelect={() => held.menu = "move"}>Move</DropdownMenu.Item></DropdownMenu.SubContent></DropdownMenu.Portal></DropdownMenu.Sub>
      </DropdownMenu.Content></DropdownMenu.Portal></DropdownMenu.Root>
      <ContextMenu.Root><ContextMenu.Trigger><div style={{ ...box, width: 160 }}>report.pdf</div></ContextMenu.Trigger><ContextMenu.Portal><ContextMenu.Content style={box}><ContextMenu.Item onSelect={() => held.context = "open"}>Open it</ContextMenu.Item></ContextMenu.Content></ContextMenu.Portal></ContextMenu.Root>
      <Menubar.Root><Menubar.Menu><Menubar.Trigger>File</Menubar.Trigger><Menubar.Portal><Menubar.Content style={box}><Menubar.Item onSelect={() => held.bar = "new"}>New window</Menubar.Item></Menubar.Content></Menubar.Portal></Menubar.Menu></Menubar.Root>
      <NavigationMenu.Root><NavigationMenu.List><NavigationMenu.Item><NavigationMenu.Trigger>Products</NavigationMenu.Trigger><NavigationMenu.Content><NavigationMenu.Link href="#shoes" onSelect={() => held.nav = "shoes"}>Shoes</NavigationMenu.Link></NavigationMenu.Content></NavigationMenu.Item></NavigationMenu.List></NavigationMenu.Root>
      <Popover.Root><Popover.Trigger>Filter</Popover.Trigger><Popover.Portal><Popover.Content style={box}><input aria-label="Least price" onChange={(e) => held.least = e.target.value} /></Popover.Content></Popover.Portal></Popover.Root>
      <HoverCard.Root open={card} onOpenChange={setCard} openDelay={300}><HoverCard.Trigger href="#ada">@ada</HoverCard.Trigger><HoverCard.Portal><HoverCard.Content style={box}>Ada Lovelace, 12 followers</HoverCard.Content></HoverCard.Portal></HoverCard.Root>
      <Tooltip.Root open={tip} onOpenChange={setTip}><Tooltip.Trigger>Help</Tooltip.Trigger><Tooltip.Portal><Tooltip.Content style={box}>Opens the manual</Tooltip.Content></Tooltip.Portal></Tooltip.Root>
      <button onClick={() => setToast(true)}>Archive</button>
      <Toast.Root open={toast} onOpenChange={setToast}><Toast.Title>Note archived</Toast.Title><Toast.Action altText="Undo" onClick={() => held.undone = true}>Undo</Toast.Action></Toast.Root>
      <Toast.Viewport style={{ position: "fixed", bottom: 10, right: 10 }} />
      <OneTimePasswordField.Root value={code} onValueChange={setCode} aria-label="Code">{[0, 1, 2, 3].map((i) => <OneTimePasswordField.Input key={i} style={{ width: 20 }} />)}<OneTimePasswordField.HiddenInput /></OneTimePasswordField.Root>
    </Toast.Provider></Tooltip.Provider>
  );
}
show(<App />);
