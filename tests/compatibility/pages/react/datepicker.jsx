import DatePicker from "react-datepicker";
import "react-datepicker/dist/react-datepicker.css";
import { held, show, useHeld } from "../held.jsx";

const iso = (d) => d && `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, "0")}-${String(d.getDate()).padStart(2, "0")}`;

function App() {
  const [day, setDay] = useHeld("day", new Date(2030, 4, 10));
  const [from, setFrom] = useHeld("from", null);
  const [until, setUntil] = useHeld("until", null);
  const [time, setTime] = useHeld("time", null);
  const [month, setMonth] = useHeld("month", null);
  Object.assign(held, { day: iso(day), from: iso(from), until: iso(until), time: time && `${time.getHours()}:${time.getMinutes()}`, month: month && iso(month).slice(0, 7) });
  const may = new Date(2030, 4, 1);
  return (
    <>
      <p><label htmlFor="day">Day</label> <DatePicker id="day" selected={day} onChange={setDay} showMonthDropdown showYearDropdown dropdownMode="select" /></p>
      <p><label htmlFor="stay">Stay</label> <DatePicker id="stay" selectsRange startDate={from} endDate={until} openToDate={may} onChange={([a, b]) => { setFrom(a); setUntil(b); }} /></p>
      <p><label htmlFor="time">Alarm</label> <DatePicker id="time" selected={time} onChange={setTime} showTimeSelect showTimeSelectOnly dateFormat="HH:mm" timeFormat="HH:mm" timeIntervals={30} /></p>
      <p><label htmlFor="month">Month</label> <DatePicker id="month" selected={month} onChange={setMonth} openToDate={may} showMonthYearPicker dateFormat="MM/yyyy" /></p>
    </>
  );
}
show(<App />);
